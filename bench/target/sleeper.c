/*
 * Sleeps until each time of a constant rate, sends a request then, and writes how late it was, in milliseconds, as one line of JSON:
 *
 *   sleeper PORT RATE SECONDS
 *
 * It does nothing else that takes time: responses are read without waiting for them, and not looked at. Nothing that sleeps between
 * requests is sooner than what the machine does to this program.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char request[] = "GET /test HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
static char responses[65536];

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int ascending(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

static int connect_to(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int connection = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) < 0) return -1;
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return connection;
}

/* Reads what has arrived; returns -1 once the connection is lost. */
static int read_responses(int connection) {
  ssize_t length;
  do length = recv(connection, responses, sizeof responses, MSG_DONTWAIT);
  while (length > 0);
  return length < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : -1;
}

int main(int argc, char **argv) {
  int rate = argc == 4 ? atoi(argv[2]) : 0, seconds = argc == 4 ? atoi(argv[3]) : 0;
  if (rate < 1 || seconds < 1) {
    fprintf(stderr, "usage: sleeper PORT RATE SECONDS\n");
    return 2;
  }
  int count = rate * seconds, connection = connect_to(atoi(argv[1]));
  int64_t *late = malloc(sizeof *late * (size_t)count);
  if (connection < 0 || late == NULL) {
    perror("sleeper");
    return 1;
  }
  int64_t start = now() + 1000000;
  for (int index = 0; index < count; index++) {
    int64_t due = start + (int64_t)index * 1000000000 / rate;
    struct timespec time = {.tv_sec = due / 1000000000, .tv_nsec = due % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) continue;
    late[index] = now() - due;
    if (send(connection, request, sizeof request - 1, MSG_NOSIGNAL) < 0 || read_responses(connection) < 0) {
      perror("sleeper");
      return 1;
    }
  }
  /* The target has answered all of them once it has read the end of them and closes, too. */
  shutdown(connection, SHUT_WR);
  while (recv(connection, responses, sizeof responses, 0) > 0) continue;
  close(connection);
  qsort(late, (size_t)count, sizeof *late, ascending);
  printf("{\"sendLag\":{\"p50\":%.6f,\"p99\":%.6f}}\n", (double)late[(count - 1) / 2] / 1e6, (double)late[(count * 99 + 99) / 100 - 1] / 1e6);
  return 0;
}
