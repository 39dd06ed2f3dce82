/*
 * A static HTTP/1.1 target for measuring load generators: it answers every GET and POST with the same 18 bytes of JSON and counts.
 *
 *   static-target [PORT]     listens on 127.0.0.1 (any free port without one) and prints the port it got
 *
 *   GET /count               what happened since the last reset, as JSON, times in microseconds of the monotonic clock
 *   GET /bins                requests that arrived in each 10 ms from the first one on, for at most two minutes, as a JSON array
 *   GET /reset               sets the count to zero, and answers it
 *   anything else            counted, and answered with {"hello":"world!"}; a POST needs a content-length
 *
 * A connection that asked for one of them is closed, so that the open connections are those of the generator and the one that asks.
 * One thread and one epoll instance. All complete requests of a read are answered by one write.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BIN_US = 10000, BINS = 12000, READ_BYTES = 16384, SHORTEST_REQUEST = 18, MOST_ANSWERS = READ_BYTES / SHORTEST_REQUEST, ANSWER_BYTES = 126, EVENTS = 1024 };

struct connection {
  int socket;
  size_t used; /* bytes of a request that has not arrived completely */
  char bytes[READ_BYTES];
};

static char answers[MOST_ANSWERS * ANSWER_BYTES + 1];
static time_t answers_second;
static uint64_t requests, first_us, last_us, cpu_at_reset_us;
static uint32_t bins[BINS];
static int open_connections;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static uint64_t now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static uint64_t cpu_us(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 + (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* The date is the only part of an answer that changes, so the answers are written anew once a second. */
static void refresh_answers(void) {
  time_t second = time(NULL);
  if (second == answers_second) return;
  answers_second = second;
  struct tm date;
  strftime(answers, ANSWER_BYTES + 1,
           "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 18\r\n"
           "date: %a, %d %b %Y %H:%M:%S GMT\r\n\r\n{\"hello\":\"world!\"}",
           gmtime_r(&second, &date));
  for (int i = 1; i < MOST_ANSWERS; i++) memcpy(answers + i * ANSWER_BYTES, answers, ANSWER_BYTES);
}

static void close_connection(struct connection *connection) {
  close(connection->socket);
  free(connection);
  open_connections--;
}

/* A write that does not fit means a generator that reads no answers: socket buffers hold thousands of them. */
static int send_all(int socket, const char *bytes, size_t length) {
  return send(socket, bytes, length, MSG_NOSIGNAL) == (ssize_t)length;
}

static void send_json(int socket, const char *body, int body_length) {
  char head[256];
  int length = snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n",
                        body_length);
  if (send_all(socket, head, (size_t)length)) send_all(socket, body, (size_t)body_length);
}

static void send_bins(int socket) {
  static char body[BINS * 11 + 3];
  int last = BINS - 1, length = 1;
  while (last >= 0 && bins[last] == 0) last--;
  body[0] = '[';
  for (int i = 0; i <= last; i++) length += sprintf(body + length, i == 0 ? "%u" : ",%u", bins[i]);
  body[length++] = ']';
  send_json(socket, body, length);
}

static void send_count(int socket) {
  char body[256];
  int body_length = snprintf(body, sizeof body, "{\"requests\":%lu,\"firstUs\":%lu,\"lastUs\":%lu,\"cpuUs\":%lu,\"connections\":%d}", requests,
                             first_us, last_us, cpu_us() - cpu_at_reset_us, open_connections);
  send_json(socket, body, body_length);
}

static int starts_with(const char *bytes, const char *end, const char *prefix) {
  size_t length = strlen(prefix);
  return (size_t)(end - bytes) >= length && memcmp(bytes, prefix, length) == 0;
}

static int answer(int socket, size_t count) {
  if (count == 0) return 1;
  last_us = now_us();
  if (requests == 0) first_us = last_us;
  requests += count;
  uint64_t bin = (last_us - first_us) / BIN_US;
  if (bin < BINS) bins[bin] += (uint32_t)count;
  return send_all(socket, answers, count * ANSWER_BYTES);
}

/* Bytes of the body behind a head; -1 when a request has none that can be told. */
static long body_length(const char *head, const char *head_end) {
  static const char name[] = "\r\ncontent-length:";
  if (starts_with(head, head_end, "GET ")) return 0;
  if (!starts_with(head, head_end, "POST ")) return -1;
  for (const char *at = head; at + sizeof name - 1 < head_end; at++) {
    if (strncasecmp(at, name, sizeof name - 1) == 0) return strtol(at + sizeof name - 1, NULL, 10);
  }
  return -1;
}

/* Answers all complete requests of `connection` and keeps the rest; 0 when the connection has to be closed. */
static int answer_requests(struct connection *connection) {
  const char *at = connection->bytes, *end = at + connection->used, *head_end;
  size_t waiting = 0;
  while ((head_end = memmem(at, (size_t)(end - at), "\r\n\r\n", 4)) != NULL) {
    int is_count = starts_with(at, head_end, "GET /count "), is_reset = starts_with(at, head_end, "GET /reset ");
    int is_bins = starts_with(at, head_end, "GET /bins ");
    long body = body_length(at, head_end);
    if (body < 0) return 0;
    if (end - (head_end + 4) < body) break;
    if (is_count || is_reset || is_bins) {
      answer(connection->socket, waiting);
      if (is_reset) requests = first_us = last_us = 0, cpu_at_reset_us = cpu_us(), memset(bins, 0, sizeof bins);
      if (is_bins) send_bins(connection->socket);
      else send_count(connection->socket);
      return 0;
    }
    waiting++;
    at = head_end + 4 + body;
  }
  if (!answer(connection->socket, waiting)) return 0;
  connection->used = (size_t)(end - at);
  memmove(connection->bytes, at, connection->used);
  return connection->used < READ_BYTES;
}

static void serve(struct connection *connection) {
  ssize_t length = recv(connection->socket, connection->bytes + connection->used, READ_BYTES - connection->used, 0);
  if (length < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (length <= 0) {
    close_connection(connection);
    return;
  }
  connection->used += (size_t)length;
  if (!answer_requests(connection)) close_connection(connection);
}

static void accept_all(int epoll, int listener) {
  int socket, on = 1;
  while ((socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
    struct connection *connection = malloc(sizeof *connection);
    if (connection == NULL) fail("malloc");
    connection->socket = socket;
    connection->used = 0;
    open_connections++;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) < 0) fail("epoll_ctl");
  }
}

static int listen_on(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int on = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (listener < 0) fail("socket");
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0) fail("bind");
  if (listen(listener, 4096) < 0 || getsockname(listener, (struct sockaddr *)&address, &length) < 0) fail("listen");
  printf("listening on port %d\n", ntohs(address.sin_port));
  fflush(stdout);
  return listener;
}

int main(int argc, char **argv) {
  static struct epoll_event events[EVENTS];
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  int listener = listen_on(argc > 1 ? atoi(argv[1]) : 0);
  int epoll = epoll_create1(0);
  struct epoll_event accepting = {.events = EPOLLIN, .data.ptr = NULL};
  if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &accepting) < 0) fail("epoll");
  for (;;) {
    int ready = epoll_wait(epoll, events, EVENTS, -1);
    if (ready < 0 && errno != EINTR) fail("epoll_wait");
    refresh_answers();
    for (int i = 0; i < ready; i++) {
      if (events[i].data.ptr == NULL) accept_all(epoll, listener);
      else serve(events[i].data.ptr);
    }
  }
}
