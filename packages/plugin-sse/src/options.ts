import type { StandardSchemaV1 } from '@benchpress/core/plugin'
import { strictObject } from '@benchpress/plugin-options'
import * as v from 'valibot'

/** Options of the plugin, for all users. */
export interface SseOptions {
  /**
   * The client of subscriptions.
   *
   * `lean`: the plugin's own client, on the parser of `eventsource-parser`. `eventsource`: the package of that name, the reference for how a browser's
   * EventSource behaves; it takes more memory and time, waits 3 s before it reconnects until the target sets another time, and supports neither events without
   * data nor comments. Default `lean`.
   */
  readonly client?: 'lean' | 'eventsource'
}

/** Options with their defaults. */
export interface ResolvedSseOptions {
  readonly client: 'lean' | 'eventsource'
}

const client = v.picklist(['lean', 'eventsource'], 'must be "lean" or "eventsource"')

/** Checks and completes the options of the plugin. */
export const optionsSchema: StandardSchemaV1<unknown, ResolvedSseOptions> = v.nullish(
  strictObject({ client: v.optional(client, 'lean') }),
  {},
)
