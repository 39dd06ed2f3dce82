import type { StandardSchemaV1, TlsConfig } from '@benchpress/core'
import { optional, withDefault } from './check/check.ts'
import { toSchema } from './check/check-options.ts'
import { either, list, object } from './check/structures.ts'
import { flag, text } from './check/values.ts'

/** How the plugin works, for all users. */
export interface SocketioOptions {
  /** How TLS connections are made, as `tls` of the config, which plugins do not see. */
  readonly tls?: TlsConfig
}

/** Options with their defaults. */
export interface ResolvedSocketioOptions {
  readonly tls: TlsConfig
}

const tls = object({
  insecure: optional(flag),
  ca: optional(either<unknown>([text, list(text, '')], 'must be a text or a list of them')),
  cert: optional(text),
  key: optional(text),
  passphrase: optional(text),
  servername: optional(text),
})

/** Checks and completes the options of the plugin. */
export const optionsSchema: StandardSchemaV1<unknown, ResolvedSocketioOptions> = toSchema(
  object({ tls: withDefault(tls, {} as ReturnType<typeof tls>) }),
) as StandardSchemaV1<unknown, ResolvedSocketioOptions>
