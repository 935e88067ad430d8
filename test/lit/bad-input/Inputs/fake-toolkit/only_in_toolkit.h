// A header that banklint does not have itself.
#include "cuda_runtime_api.h"
constexpr int OnlyInToolkit = 32;
