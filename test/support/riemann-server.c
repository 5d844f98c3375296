/* A server of Riemann's protocol that reads events with its own client library, prints them and says ok. Its argument is the port. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <riemann/riemann-client.h>

static int whole(int peer, void *bytes, size_t size) {
  for (size_t got = 0; got < size;) {
    ssize_t count = read(peer, (char *)bytes + got, size - got);
    if (count <= 0) return 0;
    got += count;
  }
  return 1;
}

int main(int count, char **words) {
  if (count != 2) return 2;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(words[1]))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int server = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(server, (struct sockaddr *)&address, sizeof address) != 0 || listen(server, 5) != 0) return 1;
  for (;;) {
    int peer = accept(server, NULL, NULL);
    uint32_t size;
    while (whole(peer, &size, 4)) {
      size = ntohl(size);
      uint8_t *bytes = malloc(size);
      riemann_message_t *message = whole(peer, bytes, size) ? riemann_message_from_buffer(bytes, size) : NULL;
      if (message == NULL) return 3;
      for (size_t n = 0; n < message->n_events; n++) {
        riemann_event_t *event = message->events[n];
        printf("%s|%s|%lld|%g|%.17g\n", event->host, event->service, (long long)event->time, event->ttl,
               event->has_metric_d ? event->metric_d : 0);
      }
      fflush(stdout);
      riemann_message_free(message);
      free(bytes);
      riemann_message_t *ok = riemann_message_new();
      ok->has_ok = 1;
      ok->ok = 1;
      size_t length;
      uint8_t *answer = riemann_message_to_buffer(ok, &length);
      if (write(peer, answer, length) != (ssize_t)length) return 4;
      free(answer);
      riemann_message_free(ok);
    }
    close(peer);
  }
}
