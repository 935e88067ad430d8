// Stands for a toolkit's header, which must not be read beside the embedded
// ones.
#error the header of a toolkit was included
