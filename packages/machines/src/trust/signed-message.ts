import { sign, verify } from 'node:crypto'
import { BenchpressError } from '@benchpress/core/machines'
import type { SigningKey, TrustedKeys } from './keys.ts'

// The prefix limits a signature to messages of this kind, whatever else the key signs.
const domain = 'benchpress message 1\n'
const shape = /^(ed25519:[\w-]{43}) ([\da-f]{128}) /

/** The addressee of a message. */
export interface Addressee {
  readonly run: string
  /** The random name of the agent in this run: a message to another agent, or in an earlier run, has another name. */
  readonly agent: string
}

/** Signs a message: the key, the signature over the addressee and the message, the message. */
export function signMessage(message: string, to: Addressee, { privateKey, publicText }: SigningKey): string {
  return `${publicText} ${sign(null, signedBytes(message, to), privateKey).toString('hex')} ${message}`
}

/**
 * Returns the message that was signed, after checking that a trusted key signed it.
 *
 * @throws BenchpressError `NOT_TRUSTED` when the message is not signed by a trusted key, was altered, or is for another run or agent
 */
export function openMessage(signed: string, to: Addressee, trusted: TrustedKeys): string {
  const [start = '', name = '', signature = ''] = shape.exec(signed) ?? []
  const key = trusted.get(name)
  // The text of a stranger is not quoted.
  if (key === undefined) throw refused(`it is signed by ${name === '' ? 'no key' : `the key ${name}, which is not trusted here`}`)
  const message = signed.slice(start.length)
  if (verify(null, signedBytes(message, to), key, Buffer.from(signature, 'hex'))) return message
  throw refused(`its signature is not that of ${name} for this run and agent: it was altered on its way, or meant for another agent`)
}

function signedBytes(message: string, { run, agent }: Addressee): Uint8Array {
  return Buffer.from(`${domain}${run} ${agent} ${message}`)
}

function refused(why: string): BenchpressError {
  return new BenchpressError('NOT_TRUSTED', `what the starter tells is refused: ${why}`, {
    hint: 'an agent obeys only what whoever has a key of its --trust signed for it, in this run',
  })
}
