import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { BenchpressError, codeOf, messageOf } from '@benchpress/core/machines'

const prefix = 'ed25519:'
const shape = /^ed25519:[\w-]{43}$/

/** The keys that an agent trusts, by their text. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>

/** A key to sign with, and the text of its public half. */
export interface SigningKey {
  readonly privateKey: KeyObject
  readonly publicText: string
}

/**
 * Writes a new private key into a file that only its owner can read, and returns the public key as text, such as `ed25519:…`, for agents to trust.
 *
 * @throws BenchpressError `INVALID_CONFIG` when the file exists already, or cannot be written
 */
export async function makeKey(file: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  try {
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST'
    throw new BenchpressError('INVALID_CONFIG', `the key cannot be written to ${file}: ${isThere ? 'the file exists' : messageOf(error)}`, {
      hint: isThere ? 'name another file: a key that is overwritten is gone for all agents that trust it' : undefined,
      cause: error,
    })
  }
  return textOf(publicKey)
}

/**
 * Reads the private key that signs messages to agents.
 *
 * @throws BenchpressError `INVALID_CONFIG` when the file contains no key
 */
export async function readSigningKey(file: string): Promise<SigningKey> {
  try {
    const privateKey = createPrivateKey(await readFile(file, 'utf8'))
    if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error(`it is a key of the type ${privateKey.asymmetricKeyType}, not ed25519`)
    return { privateKey, publicText: textOf(createPublicKey(privateKey)) }
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT'
    const isNoKey = codeOf(error)?.startsWith('ERR_OSSL') === true
    throw new BenchpressError(
      'INVALID_CONFIG',
      `the signing key ${file} cannot be read: ${isNoKey ? 'it holds no private key in PEM' : isMissing ? 'there is no such file' : messageOf(error)}`,
      { hint: isMissing ? `Make one with "benchpress machines key ${file}".` : undefined, cause: error },
    )
  }
}

/**
 * Reads the keys that an agent trusts.
 *
 * @param values keys as text, or paths of files with one key in each line, where a `#` begins a comment
 * @throws BenchpressError `INVALID_CONFIG` with all values that are no keys, or when there is no key
 */
export async function readTrustedKeys(values: readonly string[]): Promise<TrustedKeys> {
  const keys = new Map<string, KeyObject>()
  const problems: string[] = []
  for (const value of values) {
    const lines = value.startsWith(prefix) ? [value] : await readLines(value, problems)
    for (const [index, line] of lines.entries()) {
      const text = line.replace(/#.*/, '').trim()
      if (text === '') continue
      const key = keyOf(text)
      if (key === undefined) problems.push(`${value}${lines.length > 1 ? ` line ${index + 1}` : ''} is no public key`)
      else keys.set(text, key)
    }
  }
  if (keys.size === 0 && problems.length === 0) problems.push('no key is given, so nothing could be trusted')
  if (problems.length === 0) return keys
  const hint = 'give --trust a key such as ed25519:…, or a file with one a line; benchpress machines key makes one and prints it'
  throw new BenchpressError('INVALID_CONFIG', problems.join('; '), { hint })
}

async function readLines(file: string, problems: string[]): Promise<readonly string[]> {
  try {
    const text = await readFile(file, 'utf8')
    if (!text.includes('PRIVATE KEY')) return text.trimEnd().split(/\r?\n/)
    problems.push(`${file} holds a private key, which must stay with whoever starts runs`)
  } catch (error) {
    problems.push(`${file} cannot be read: ${messageOf(error)}`)
  }
  return []
}

function keyOf(text: string): KeyObject | undefined {
  if (!shape.test(text)) return undefined
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text.slice(prefix.length) }, format: 'jwk' })
  } catch {
    return undefined
  }
}

function textOf(publicKey: KeyObject): string {
  return `${prefix}${publicKey.export({ format: 'jwk' }).x}`
}
