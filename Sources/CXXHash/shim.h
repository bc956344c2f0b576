// Inline, so that the program needs no shared library for a hash. The header renames its functions by macros then, which
// Swift does not see: hence one plain name for each that is used.
#define XXH_INLINE_ALL
#include <xxhash.h>

static inline XXH128_hash_t xxh3_128bits(const void *data, size_t length) {
  return XXH3_128bits(data, length);
}

static inline uint64_t xxh3_64bits(const void *data, size_t length, uint64_t seed) {
  return XXH3_64bits_withSeed(data, length, seed);
}
