import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SecureContextOptions } from 'node:tls'
import type { TlsConfig } from '../../load/wire/tls-config.ts'

/** What is wrong with certificate and key, and where. */
interface TlsProblem {
  readonly key: keyof TlsConfig
  readonly message: string
  readonly hint?: string
}

/** Finds out, without a connection, whether certificate, key and passphrase can be read and belong together, there are such ciphers, and keys can be logged. */
export function findTlsProblem(tls: TlsConfig): TlsProblem | undefined {
  return findCipherProblem(tls) ?? findKeyLogProblem(tls) ?? findPairProblem(tls)
}

function findCipherProblem({ ciphers }: TlsConfig): TlsProblem | undefined {
  if (ciphers === undefined || tryContext({ ciphers }) === undefined) return undefined
  return { key: 'ciphers', message: `names no cipher suite: "${ciphers}"`, hint: 'list those that openssl ciphers prints, with colons' }
}

function findKeyLogProblem({ keyLogFile }: TlsConfig): TlsProblem | undefined {
  if (keyLogFile === undefined) return undefined
  try {
    accessSync(existsSync(keyLogFile) ? keyLogFile : dirname(keyLogFile), constants.W_OK)
    return undefined
  } catch {
    return { key: 'keyLogFile', message: `cannot be written: ${keyLogFile}`, hint: 'give a file in a folder that exists' }
  }
}

function findPairProblem({ cert, key, passphrase }: TlsConfig): TlsProblem | undefined {
  if (cert === undefined || key === undefined) return undefined
  const ofCertificate = tryContext({ cert })
  if (ofCertificate !== undefined) return { key: 'cert', message: `cannot be read: ${ofCertificate.message}` }
  const secret = passphrase === undefined ? {} : { passphrase }
  const ofKey = tryContext({ key, ...secret })
  if (ofKey !== undefined) return explainKey(ofKey, key, passphrase)
  const ofBoth = tryContext({ cert, key, ...secret })
  return ofBoth === undefined
    ? undefined
    : { key: 'key', message: `does not belong to cert: ${ofBoth.message}`, hint: 'give the private key of that certificate' }
}

function explainKey({ code, message }: Refusal, key: string, passphrase: string | undefined): TlsProblem {
  // One wrong passphrase in 256 seems to decrypt the key, to something that is none.
  if (passphrase !== undefined && key.includes('ENCRYPTED')) return { key: 'passphrase', message: 'does not open the key' }
  if (!/DECRYPT|PASS|INTERRUPTED_OR_CANCELLED/.test(code)) return { key: 'key', message: `cannot be read: ${message}` }
  return { key: 'key', message: 'is encrypted', hint: 'give its passphrase' }
}

/** Why OpenSSL refused something; without the text it refused, which may be a key. */
interface Refusal {
  readonly code: string
  readonly message: string
}

function tryContext(options: SecureContextOptions): Refusal | undefined {
  try {
    // Loaded for certificates alone: it takes memory in a thread that keeps it.
    process.getBuiltinModule('node:tls').createSecureContext(options)
    return undefined
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error))
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { code, message: message.split(':').at(-1) ?? message }
  }
}
