// An instance of CUTLASS's layout conversion for float.
#include "cutlass/util/device_nchw_to_nhwc.h"

template __global__ void
cutlass::nchw_to_nhwc_kernel<float>(float *, const float *, int, int, int, int);
