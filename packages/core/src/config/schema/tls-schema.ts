import { z } from 'zod'
import type { TlsConfig } from '../../wire/tls-config.ts'
import { checkTogether, type FieldsProblem } from './check-together.ts'
import { findTlsProblem } from './find-tls-problem.ts'
import { strictObject } from './strict-object.ts'

const certificate = pemSchema('CERTIFICATE', 'a certificate')

/** How TLS connections are made. */
export const tlsSchema: z.ZodType<TlsConfig> = strictObject({
  insecure: z.boolean().optional(),
  ca: z.union([certificate, z.array(certificate).min(1)], { error: 'must be a certificate or a list of certificates' }).optional(),
  cert: certificate.optional(),
  key: pemSchema('PRIVATE KEY', 'a private key').optional(),
  passphrase: z.string().optional(),
  servername: z.string().min(1).optional(),
} satisfies Record<keyof TlsConfig, z.ZodType>)
  .check(checkTogether(findProblems))
  .transform(({ insecure = false, ca, cert, key, passphrase, servername }) => ({
    insecure,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(servername === undefined ? {} : { servername }),
  }))
  .superRefine((tls, context) => {
    const problem = findTlsProblem(tls)
    if (problem === undefined) return
    context.addIssue({ code: 'custom', path: [problem.key], message: problem.message, params: { hint: problem.hint } })
  })

function pemSchema(label: string, name: string): z.ZodType<string, string> {
  return z.string().superRefine((text, context) => {
    if (new RegExp(`-----BEGIN [A-Z0-9 ]*${label}-----`).test(text)) return
    // the text is not shown: it may be a key
    const hint = /\s/.test(text.trim()) ? undefined : 'give the text of the file, not its path'
    context.addIssue({ code: 'custom', message: `must be ${name} in PEM format ("-----BEGIN ${label}-----")`, params: { hint } })
  })
}

function findProblems({ cert, key }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (cert !== undefined && key === undefined) return [{ message: 'cert needs key', hint: "give the client certificate's private key" }]
  if (key !== undefined && cert === undefined) return [{ message: 'key needs cert', hint: 'give the certificate of the key' }]
  return []
}
