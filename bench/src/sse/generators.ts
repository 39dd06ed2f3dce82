import type { Generator } from '../generator.ts'
import { nodeScript, pluginScript } from '../node-script.ts'
import type { SseLoad } from './sse-load.ts'

/** The `eventsource` package for the subscribers, and 20 bare sockets for the messages, which are cheaper than any HTTP client. */
export const eventsourceSse: Generator<SseLoad> = { name: 'eventsource', ...nodeScript(import.meta.resolve('./eventsource-load.mjs')) }

/** benchpress with its SSE plugin. */
export const benchpressSse: Generator<SseLoad> = {
  name: 'benchpress',
  ...pluginScript('plugin-sse', import.meta.url, ['benchpress-load.mjs', 'bridge-ids.mjs', 'subscriber.mjs', 'sender.mjs']),
}
