import { sign, verify } from 'node:crypto'
import { BenchpressError } from '@benchpress/core/machines'
import type { SigningKey, TrustedKeys } from './keys.ts'

// A signature holds for messages of this form only, whatever else the key may sign.
const domain = 'benchpress message 1\n'
const shape = /^(ed25519:[\w-]{43}) ([\da-f]{128}) /

/** Whom a message is for. */
export interface Addressee {
  readonly run: string
  /** What the agent said once, for this run alone: a message to another agent, or to this one in an earlier run, has another. */
  readonly agent: string
}

/** Signs a message: the key, the signature over the addressee and the message, the message. */
export function signMessage(message: string, to: Addressee, { privateKey, publicText }: SigningKey): string {
  return `${publicText} ${sign(null, signedBytes(message, to), privateKey).toString('hex')} ${message}`
}

/**
 * The message that was signed, of which nothing is read before its signature was found to be that of a trusted key.
 *
 * @throws BenchpressError `NOT_TRUSTED` when it is not signed by a trusted key, was altered, or is for another run or agent
 */
export function openMessage(signed: string, to: Addressee, trusted: TrustedKeys): string {
  const [start = '', name = '', signature = ''] = shape.exec(signed) ?? []
  const key = trusted.get(name)
  // What a stranger writes is not repeated.
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
