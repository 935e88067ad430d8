#include "oracle_cuda.h"
