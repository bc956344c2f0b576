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

// The hash of bytes that come piece by piece. A state is nil where there is no memory, and is freed with the digest.
static inline void *xxh3_start(void) {
  XXH3_state_t *state = XXH3_createState();
  if (state) XXH3_128bits_reset(state);
  return state;
}

static inline void xxh3_update(void *state, const void *data, size_t length) {
  XXH3_128bits_update((XXH3_state_t *)state, data, length);
}

static inline XXH128_hash_t xxh3_end(void *state) {
  XXH128_hash_t hash = XXH3_128bits_digest((XXH3_state_t *)state);
  XXH3_freeState((XXH3_state_t *)state);
  return hash;
}
