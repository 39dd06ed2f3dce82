/*
 * Runs a command to its end and writes what it used, start-up included, as one line of JSON:
 *
 *   run-with-usage FILE COMMAND [ARGUMENT...]
 *
 * CPU and peak memory come from wait4(2), so they mean the same for every generator. A process forked from this small one starts
 * with a small peak; forked from Node.js it would inherit Node's.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: run-with-usage FILE COMMAND [ARGUMENT...]\n");
    return 2;
  }
  pid_t child = fork();
  if (child < 0) {
    perror("fork");
    return 1;
  }
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status;
  struct rusage usage;
  FILE *file = fopen(argv[1], "w");
  if (file == NULL || wait4(child, &status, 0, &usage) < 0) {
    perror(argv[1]);
    return 1;
  }
  fprintf(file, "{\"cpuSeconds\":%.6f,\"peakRssBytes\":%ld}\n", seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss * 1024L);
  if (fclose(file) != 0) return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
