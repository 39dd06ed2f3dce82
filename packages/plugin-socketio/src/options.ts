import type { TlsConfig } from '@benchpress/core'
import type { StandardSchemaV1 } from '@benchpress/core/plugin'
import { flag, strictObject, text } from '@benchpress/plugin-options'
import * as v from 'valibot'

/** Options of the plugin, for all users. */
export interface SocketioOptions {
  /** Options of TLS connections, as in `tls` of the config, which plugins do not see. */
  readonly tls?: TlsConfig
}

/** Options with their defaults. */
export interface ResolvedSocketioOptions {
  readonly tls: TlsConfig
}

const tls = strictObject({
  insecure: v.optional(flag),
  ca: v.optional(v.union([text, v.array(text)], 'must be a text or a list of them')),
  cert: v.optional(text),
  key: v.optional(text),
  passphrase: v.optional(text),
  servername: v.optional(text),
})

/** Checks and completes the options of the plugin. */
export const optionsSchema: StandardSchemaV1<unknown, ResolvedSocketioOptions> = v.nullish(
  strictObject({ tls: v.optional(tls, {}) }),
  {},
) as v.GenericSchema<unknown, ResolvedSocketioOptions>
