// The transform of real samples in single precision. Its pkg-config file sets macros, which a Swift package does not take:
// the header's own default for a sample is the same.
#define KISS_FFT_SHARED 1
#include <kissfft/kiss_fftr.h>

// A macro, which Swift does not see.
static inline void kissfft_free(kiss_fftr_cfg transform) { kiss_fft_free(transform); }
