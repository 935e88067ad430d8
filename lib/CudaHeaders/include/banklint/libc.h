//===- libc.h - The C library as CUDA makes it visible ----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA includes the C headers. That would cost more time than all of this
// directory, so the functions in common use are declared here instead, in the
// form that a later #include of the real header accepts. Device versions are
// overloads of the host ones.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIBC_H
#define BANKLINT_LIBC_H
#include "attributes.h"

// As <math.h> spells them, so that it may define them again.
// clang-format off
#define INFINITY (__builtin_inff ())
#define NAN (__builtin_nanf (""))
#define HUGE_VAL (__builtin_huge_val ())
#define HUGE_VALF (__builtin_huge_valf ())
// clang-format on
#define MAXFLOAT 3.40282347e+38F
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

extern "C" {
// Host.
int printf(const char *, ...);
int sprintf(char *, const char *, ...) noexcept(true);
void *malloc(size_t) noexcept(true);
void *calloc(size_t, size_t) noexcept(true);
void *realloc(void *, size_t) noexcept(true);
void free(void *) noexcept(true);
void exit(int) noexcept(true) __attribute__((noreturn));
void abort() noexcept(true) __attribute__((noreturn));
int atoi(const char *) noexcept(true);
long atol(const char *) noexcept(true);
double atof(const char *) noexcept(true);
long long atoll(const char *) noexcept(true);
long strtol(const char *, char **, int) noexcept(true);
unsigned long strtoul(const char *, char **, int) noexcept(true);
long long strtoll(const char *, char **, int) noexcept(true);
unsigned long long strtoull(const char *, char **, int) noexcept(true);
float strtof(const char *, char **) noexcept(true);
double strtod(const char *, char **) noexcept(true);
int system(const char *);
int atexit(void (*)()) noexcept(true);
char *getenv(const char *) noexcept(true);
int setenv(const char *, const char *, int) noexcept(true);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t,
              int (*)(const void *, const void *));
int rand() noexcept(true);
int rand_r(unsigned int *) noexcept(true);
long random() noexcept(true);
void srandom(unsigned int) noexcept(true);
void srand(unsigned int) noexcept(true);
double drand48() noexcept(true);
void srand48(long) noexcept(true);
void *memcpy(void *, const void *, size_t) noexcept(true);
void *memmove(void *, const void *, size_t) noexcept(true);
void *memset(void *, int, size_t) noexcept(true);
int memcmp(const void *, const void *, size_t) noexcept(true);
size_t strlen(const char *) noexcept(true);
int strcmp(const char *, const char *) noexcept(true);
int strncmp(const char *, const char *, size_t) noexcept(true);
char *strcpy(char *, const char *) noexcept(true);
char *strncpy(char *, const char *, size_t) noexcept(true);
char *strcat(char *, const char *) noexcept(true);
char *strncat(char *, const char *, size_t) noexcept(true);
char *strdup(const char *) noexcept(true);
char *strtok(char *, const char *) noexcept(true);
char *strtok_r(char *, const char *, char **) noexcept(true);
char *strerror(int) noexcept(true);
size_t strspn(const char *, const char *) noexcept(true);
size_t strcspn(const char *, const char *) noexcept(true);
int strcasecmp(const char *, const char *) noexcept(true);
int strncasecmp(const char *, const char *, size_t) noexcept(true);
void bzero(void *, size_t) noexcept(true);

void __assert_fail(const char *, const char *, unsigned int,
                   const char *) noexcept(true) __attribute__((noreturn));

// Device.
__device__ int printf(const char *, ...);
__device__ int vprintf(const char *, const char *);
__device__ void *malloc(size_t) noexcept(true);
__device__ void free(void *) noexcept(true);
__device__ void *memcpy(void *, const void *, size_t) noexcept(true);
__device__ void *memmove(void *, const void *, size_t) noexcept(true);
__device__ void *memset(void *, int, size_t) noexcept(true);
__device__ void __assert_fail(const char *, const char *, unsigned int,
                              const char *) noexcept(true)
    __attribute__((noreturn));
__device__ void __assertfail(const char *, const char *, unsigned int,
                             const char *, size_t) __attribute__((noreturn));
__device__ void __trap() __attribute__((noreturn));
__device__ void __brkpt();
__device__ void __prof_trigger(int);
__device__ void __nanosleep(unsigned int);
}

// C++ has two of each.
extern "C++" {
#define BANKLINT_SEARCH(__Type, __Name, ...)                                   \
  __Type *__Name(__Type *, __VA_ARGS__) noexcept(true) __asm(#__Name);         \
  const __Type *__Name(const __Type *,                                         \
                       __VA_ARGS__) noexcept(true) __asm(#__Name);
BANKLINT_SEARCH(void, memchr, int, size_t)
BANKLINT_SEARCH(char, strchr, int)
BANKLINT_SEARCH(char, strrchr, int)
BANKLINT_SEARCH(char, strpbrk, const char *)
BANKLINT_SEARCH(char, strstr, const char *)
#undef BANKLINT_SEARCH
}

BANKLINT_DEVICE void *alloca(size_t);
extern "C" long clock() noexcept(true);
BANKLINT_DEVICE long clock();
BANKLINT_DEVICE long long clock64();

typedef long clock_t;
typedef long time_t;
extern "C" {
time_t time(time_t *) noexcept(true);
double difftime(time_t, time_t) noexcept(true);
char *ctime(const time_t *) noexcept(true);
struct tm *localtime(const time_t *) noexcept(true);
struct tm *gmtime(const time_t *) noexcept(true);
size_t strftime(char *, size_t, const char *, const struct tm *) noexcept(true);
}
// As <time.h> spells it.
typedef long __clock_t;
#define CLOCKS_PER_SEC ((__clock_t)1000000)

#ifdef NDEBUG
#define assert(__Condition) ((void)0)
#else
#define assert(__Condition)                                                    \
  ((__Condition) ? (void)0                                                     \
                 : __assert_fail(#__Condition, __FILE__, __LINE__, __func__))
#endif

#ifndef EXIT_FAILURE
#define EXIT_FAILURE 1
#define EXIT_SUCCESS 0
#define RAND_MAX 2147483647
#endif
#ifndef INT_MAX
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define UINT_MAX (__INT_MAX__ * 2U + 1U)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1LL)
#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1ULL)
#define SHRT_MAX __SHRT_MAX__
#define SHRT_MIN (-__SHRT_MAX__ - 1)
#define USHRT_MAX (__SHRT_MAX__ * 2 + 1)
#define SCHAR_MAX __SCHAR_MAX__
#define SCHAR_MIN (-__SCHAR_MAX__ - 1)
#define UCHAR_MAX (__SCHAR_MAX__ * 2 + 1)
#define CHAR_BIT __CHAR_BIT__
#endif

#endif // BANKLINT_LIBC_H
