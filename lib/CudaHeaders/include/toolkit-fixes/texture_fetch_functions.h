// A header that CUDA 13 dropped and that Clang 19's wrapper still includes.
