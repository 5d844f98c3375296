/*
 * Stands in for NVIDIA's libnvidia-ml.so.1, with the functions, types and return codes of nvml.h that are used.
 * Macros say how it behaves: CARDS, INIT (what nvmlInit_v2 returns), BARE (cards that support nothing but a name),
 * WAIT_FOR (path: nvmlDeviceGetCount_v2 does not return while there is no such file).
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef CARDS
#define CARDS 1
#endif
#ifndef INIT
#define INIT 0
#endif

enum { SUCCESS = 0, UNINITIALIZED = 1, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, INSUFFICIENT_SIZE = 7 };

typedef struct card *nvmlDevice_t;
typedef struct { unsigned long long total, free, used; } nvmlMemory_t;
typedef struct { unsigned int gpu, memory; } nvmlUtilization_t;

struct card { unsigned int index; };
static struct card cards[CARDS + 1];
static int started;

int nvmlInit_v2(void) {
  started = INIT == SUCCESS;
  return INIT;
}

int nvmlShutdown(void) {
  started = 0;
  return SUCCESS;
}

int nvmlDeviceGetCount_v2(unsigned int *count) {
#ifdef WAIT_FOR
  while (access(WAIT_FOR, F_OK) != 0) usleep(10000);
#endif
  if (!started) return UNINITIALIZED;
  *count = CARDS;
  return SUCCESS;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t *device) {
  if (!started) return UNINITIALIZED;
  if (index >= CARDS) return INVALID_ARGUMENT;
  cards[index].index = index;
  *device = &cards[index];
  return SUCCESS;
}

static int is_card(nvmlDevice_t device) { return started && device >= cards && device < cards + CARDS; }

int nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int length) {
  static const char text[] = "NVIDIA GeForce RTX 3080";
  if (!is_card(device)) return INVALID_ARGUMENT;
  if (length < sizeof text) return INSUFFICIENT_SIZE;
  memcpy(name, text, sizeof text);
  return SUCCESS;
}

#ifdef BARE
#define CHECK(device) return is_card(device) ? NOT_SUPPORTED : INVALID_ARGUMENT
#else
#define CHECK(device) if (!is_card(device)) return INVALID_ARGUMENT
#endif

int nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory) {
  CHECK(device);
  *memory = (nvmlMemory_t){ 10737418240ULL, 10737418240ULL - 4445962240ULL, 4445962240ULL };
  return SUCCESS;
}

int nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *rates) {
  CHECK(device);
  *rates = (nvmlUtilization_t){ 17 + device->index, 99 };
  return SUCCESS;
}

int nvmlDeviceGetTemperature(nvmlDevice_t device, int sensor, unsigned int *celsius) {
  CHECK(device);
  if (sensor != 0) return INVALID_ARGUMENT;
  *celsius = 54;
  return SUCCESS;
}

int nvmlDeviceGetFanSpeed(nvmlDevice_t device, unsigned int *percent) {
  CHECK(device);
  *percent = 30;
  return SUCCESS;
}
