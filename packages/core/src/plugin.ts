// What the author of a plugin imports, besides the types of configs and journeys from `@benchpress/core`. A load thread loads it with each plugin,
// so it imports little: neither a schema library nor what runs a test.

// The contract.
export type { StandardSchemaV1 } from '@standard-schema/spec'
export { definePlugin, type ClientContext, type Plugin, type PluginClient, type PluginContext } from './load/plugin/define-plugin.ts'
export { Settlement } from './load/user/failure.ts'

// Requests and connections that a client counts.
export type { PluginOutcome } from './model/metrics/outcome.ts'
export type { PluginRequests } from './load/user/plugin-requests.ts'
export type { ByteCounts } from './measure/recorder/plugin-request-recorder.ts'

// Messages that users push to each other.
export {
  ReconnectingRecipient,
  type Deliveries,
  type Reception,
  type Recipient,
  type Recipients,
  type SentMessage,
} from './measure/delivery/deliveries.ts'

// `http.stream`, whose response is read as it comes.
export type {
  CookieStore,
  HttpStream,
  HttpStreamCall,
  HttpStreamOptions,
  StreamEnd,
  StreamHandler,
  StreamHead,
} from './load/user/http/http-client.ts'

// Promises that need not be awaited.
export { markHandled } from './load/user/failure.ts'

// Options: times such as `30s`, and hints for unknown names.
export { cutText } from './base/redact/cut-text.ts'
export { formatDuration, parseDuration } from './base/units/duration.ts'
export { nameHint } from './base/errors/closest-name.ts'
