// An instance of the kernel that OpenCV's cudev launches with a block of 16x16.
#include "opencv2/cudev.hpp"

void reduceRows(const cv::cudev::GpuMat_<float> &src,
                cv::cudev::GpuMat_<float> &dst) {
  cv::cudev::gridReduceToRow<cv::cudev::Sum<float>>(src, dst);
}
