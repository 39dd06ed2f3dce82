import { fileURLToPath } from 'node:url'
import type { SseGenerator } from './sse-load.ts'

/** The `eventsource` package for the subscribers, and 20 bare sockets for the messages, which are cheaper than any HTTP client. */
export const eventsourceSse: SseGenerator = {
  name: 'eventsource',
  prepare: () => Promise.resolve(undefined),
  command: (load) => [process.execPath, fileURLToPath(import.meta.resolve('./eventsource-load.mjs')), JSON.stringify(load)],
}
