import { resolve } from 'node:path'
import { z } from 'zod'
import type { TlsConfig, TlsVersion } from '../../load/wire/tls-config.ts'
import { checkTogether, type FieldsProblem } from './check-together.ts'
import { findTlsProblem } from './find-tls-problem.ts'
import { strictObject } from './strict-object.ts'

const tlsVersions = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const satisfies TlsVersion[]
const certificate = pemSchema('CERTIFICATE', 'a certificate')

/**
 * How TLS connections are made.
 *
 * @param cwd folder that paths are relative to
 */
export function tlsSchema(cwd: string): z.ZodType<TlsConfig> {
  const keyLogFile = z
    .string()
    .min(1)
    .transform((path) => resolve(cwd, path))
  return strictObject({
    insecure: z.boolean().optional(),
    ca: z.union([certificate, z.array(certificate).min(1)], { error: 'must be a certificate or a list of certificates' }).optional(),
    cert: certificate.optional(),
    key: pemSchema('PRIVATE KEY', 'a private key').optional(),
    passphrase: z.string().optional(),
    servername: z.string().min(1).optional(),
    resume: z.enum(['never', 'perUser'], { error: 'must be "never" or "perUser"' }).optional(),
    minVersion: z.enum(tlsVersions, { error: `must be one of ${tlsVersions.join(', ')}` }).optional(),
    maxVersion: z.enum(tlsVersions, { error: `must be one of ${tlsVersions.join(', ')}` }).optional(),
    ciphers: z.string().min(1).optional(),
    keyLogFile: keyLogFile.optional(),
  } satisfies Record<keyof TlsConfig, z.ZodType>)
    .check(checkTogether(findProblems))
    .transform(({ insecure = false, ...rest }): TlsConfig => ({
      insecure,
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    }))
    .superRefine((tls, context) => {
      const problem = findTlsProblem(tls)
      if (problem === undefined) return
      context.addIssue({ code: 'custom', path: [problem.key], message: problem.message, params: { hint: problem.hint } })
    })
}

function pemSchema(label: string, name: string): z.ZodType<string, string> {
  return z.string().superRefine((text, context) => {
    if (new RegExp(`-----BEGIN [A-Z0-9 ]*${label}-----`).test(text)) return
    // the text is not shown: it may be a key
    const hint = /\s/.test(text.trim()) ? undefined : 'give the text of the file, not its path'
    context.addIssue({ code: 'custom', message: `must be ${name} in PEM format ("-----BEGIN ${label}-----")`, params: { hint } })
  })
}

function findProblems(fields: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  return [...findPairProblems(fields), ...findVersionProblems(fields)]
}

function findVersionProblems({ minVersion, maxVersion }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const places = [minVersion, maxVersion].map((version) => tlsVersions.findIndex((known) => known === version))
  const [least = -1, most = -1] = places
  if (least === -1 || most === -1 || least <= most) return []
  return [{ message: `minVersion (${tlsVersions[least]}) is newer than maxVersion (${tlsVersions[most]})` }]
}

function findPairProblems({ cert, key }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (cert !== undefined && key === undefined) return [{ message: 'cert needs key', hint: "give the client certificate's private key" }]
  if (key !== undefined && cert === undefined) return [{ message: 'key needs cert', hint: 'give the certificate of the key' }]
  return []
}
