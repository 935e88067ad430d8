// An instance of the vertical pass of OpenCV's integral image.
#include "opencv2/cudev.hpp"

void integrate(const cv::cudev::GpuMat_<unsigned char> &src,
               cv::cudev::GpuMat_<unsigned int> &dst) {
  cv::cudev::gridIntegral(src, dst);
}
