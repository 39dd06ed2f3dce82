import type { TlsConfig } from '@benchpress/core'
import { z } from 'zod'
import { strictObject } from './check/strict-object.ts'

/** How the plugin works, for all users. */
export interface SocketioOptions {
  /** How TLS connections are made, as `tls` of the config, which plugins do not see. */
  readonly tls?: TlsConfig
}

/** Options with their defaults. */
export interface ResolvedSocketioOptions {
  readonly tls: TlsConfig
}

const text = z.string({ error: 'must be a string' })

const tls = strictObject({
  insecure: z.boolean({ error: 'must be true or false' }).optional(),
  ca: z.union([text, z.array(text)], { error: 'must be a text or a list of them' }).optional(),
  cert: text.optional(),
  key: text.optional(),
  passphrase: text.optional(),
  servername: text.optional(),
})

/** Checks and completes the options of the plugin. */
export const optionsSchema: z.ZodType<ResolvedSocketioOptions> = z
  .unknown()
  .transform((input) => input ?? {})
  .pipe(strictObject({ tls: tls.default({}) })) as z.ZodType<ResolvedSocketioOptions>
