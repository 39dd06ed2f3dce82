import { messageOf } from '../../base/errors/benchpress-error.ts'
import { resolve, dirname } from 'node:path'
import { z } from 'zod'
import { given } from '../unchecked.ts'
import type { TlsConfig, TlsVersion } from '../../load/wire/dial.ts'
import { addProblem, checkResolved, checkTogether, strictObject, type FieldsProblem } from '../fields/object-schema.ts'
import { accessSync, constants, existsSync } from 'node:fs'
import type { SecureContextOptions } from 'node:tls'

const tlsVersions = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const satisfies TlsVersion[]
const certificate = pemSchema('CERTIFICATE', 'a certificate')

/**
 * The settings of TLS connections.
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
    resume: z.enum(['never', 'perUser']).optional(),
    minVersion: z.enum(tlsVersions).optional(),
    maxVersion: z.enum(tlsVersions).optional(),
    ciphers: z.string().min(1).optional(),
    keyLogFile: keyLogFile.optional(),
  } satisfies Record<keyof TlsConfig, z.ZodType>)
    .check(checkTogether((fields) => [...findIncompletePair(fields), ...findVersionProblems(fields)]))
    .transform(({ insecure = false, ...rest }): TlsConfig => ({ insecure, ...given(rest) }))
    .check(checkResolved((tls: TlsConfig) => findCipherProblem(tls) ?? findKeyLogProblem(tls) ?? findPairProblem(tls)))
}

function pemSchema(label: string, name: string): z.ZodType<string, string> {
  return z.string().superRefine((text, context) => {
    if (new RegExp(`-----BEGIN [A-Z0-9 ]*${label}-----`).test(text)) return
    // the text is not shown, because it may be a key
    const hint = /\s/.test(text.trim()) ? undefined : 'give the text of the file, not its path'
    addProblem(context, `must be ${name} in PEM format, which begins with BEGIN ${label}`, hint)
  })
}

function findVersionProblems({ minVersion, maxVersion }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const places = [minVersion, maxVersion].map((version) => tlsVersions.findIndex((known) => known === version))
  const [least = -1, most = -1] = places
  if (least === -1 || most === -1 || least <= most) return []
  return [{ message: `minVersion (${tlsVersions[least]}) is newer than maxVersion (${tlsVersions[most]})` }]
}

function findIncompletePair({ cert, key }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (cert !== undefined && key === undefined) return [{ message: 'cert needs key', hint: "give the client certificate's private key" }]
  if (key !== undefined && cert === undefined) return [{ message: 'key needs cert', hint: 'give the certificate of the key' }]
  return []
}

function findCipherProblem({ ciphers }: TlsConfig): readonly FieldsProblem[] | undefined {
  if (ciphers === undefined || tryContext({ ciphers }) === undefined) return undefined
  return [
    { path: ['ciphers'], message: `names no cipher suite: "${ciphers}"`, hint: 'list those that openssl ciphers prints, with colons' },
  ]
}

function findKeyLogProblem({ keyLogFile }: TlsConfig): readonly FieldsProblem[] | undefined {
  if (keyLogFile === undefined) return undefined
  try {
    accessSync(existsSync(keyLogFile) ? keyLogFile : dirname(keyLogFile), constants.W_OK)
    return undefined
  } catch {
    return [{ path: ['keyLogFile'], message: `cannot be written: ${keyLogFile}`, hint: 'give a file in a folder that exists' }]
  }
}

/** Finds out, without a connection, whether certificate, key and passphrase can be read and belong together. */
function findPairProblem({ cert, key, passphrase }: TlsConfig): readonly FieldsProblem[] {
  if (cert === undefined || key === undefined) return []
  const ofCertificate = tryContext({ cert })
  if (ofCertificate !== undefined) return [{ path: ['cert'], message: `cannot be read: ${ofCertificate}` }]
  const secret = passphrase === undefined ? {} : { passphrase }
  const ofKey = tryContext({ key, ...secret })
  if (ofKey !== undefined) return [explainKey(ofKey, key, passphrase)]
  const ofBoth = tryContext({ cert, key, ...secret })
  return ofBoth === undefined
    ? []
    : [{ path: ['key'], message: `does not belong to cert: ${ofBoth}`, hint: 'give the private key of that certificate' }]
}

function explainKey(message: string, key: string, passphrase: string | undefined): FieldsProblem {
  if (!key.includes('ENCRYPTED')) return { path: ['key'], message: `cannot be read: ${message}` }
  // The reason of OpenSSL does not tell: one of 256 wrong passphrases seems to decrypt the key, but to something that is not a key.
  return passphrase === undefined
    ? { path: ['key'], message: 'is encrypted', hint: 'give its passphrase' }
    : { path: ['passphrase'], message: 'does not open the key' }
}

/** The reason why OpenSSL refuses a text, without the text, which may be a key; `undefined` when it takes it. */
function tryContext(options: SecureContextOptions): string | undefined {
  try {
    // Loaded only for certificates, because it takes memory.
    process.getBuiltinModule('node:tls').createSecureContext(options)
    return undefined
  } catch (error) {
    return messageOf(error).split(':').at(-1)
  }
}
