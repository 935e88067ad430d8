// A header that banklint does not have itself.
constexpr int OnlyInToolkit = 32;
