import { sign, verify } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { BenchpressError, type ThreadShare, type TimingMode } from '@benchpress/core/machines'
import type { SigningKey, TrustedKeys } from './keys.ts'
import type { Reference } from './secrets.ts'
import type { Versions } from './versions.ts'

// A signature holds for orders of this form only, whatever else the key may sign.
const domain = Buffer.from('benchpress order 1\n')
const keyLength = 'ed25519:'.length + 43
const signatureLength = 64

/** All that an agent is to run; no part of it is believed without the signature over all of it. */
export interface SealedOrder {
  readonly run: string
  /** What the agent said once, for this run alone: an order for another agent, or one that was sent before, has another. */
  readonly agent: string
  /** Until when the order may be opened, in milliseconds since 1970 on the broker's clock. */
  readonly expires: number
  /** SHA-256 of the archive of the code, in hex. */
  readonly archive: string
  readonly versions: Versions
  readonly workers: number
  readonly timing: TimingMode
  /** Without secrets, and with names of modules that only the archive has. */
  readonly shares: readonly ThreadShare[]
  /** Where the secrets belong. */
  readonly references: readonly Reference[]
}

/** Writes an order as bytes: the key, the signature over the rest, the rest. */
export function sealOrder(order: SealedOrder, { privateKey, publicText }: SigningKey): Uint8Array {
  const payload = serialize(order)
  return Buffer.concat([Buffer.from(publicText), sign(null, Buffer.concat([domain, payload]), privateKey), payload])
}

/**
 * Reads an order, of which nothing is read before its signature was found to be that of a trusted key.
 *
 * @param expected the run and the agent that it must be for, and the time on the broker's clock
 * @throws BenchpressError `NOT_TRUSTED` when it is not signed by a trusted key, was altered, is for another run or agent, or came too late
 */
export function openOrder(
  sealed: Uint8Array,
  trusted: TrustedKeys,
  expected: { readonly run: string; readonly agent: string; readonly now: number },
): SealedOrder {
  const bytes = Buffer.from(sealed)
  const name = bytes.toString('latin1', 0, keyLength)
  const key = trusted.get(name)
  // What a stranger writes is not repeated.
  if (key === undefined)
    throw refused(`it is signed by ${/^ed25519:[\w-]{43}$/.test(name) ? `the key ${name}, which is not trusted here` : 'no key'}`)
  const payload = bytes.subarray(keyLength + signatureLength)
  if (!verify(null, Buffer.concat([domain, payload]), key, bytes.subarray(keyLength, keyLength + signatureLength)))
    throw refused(`its signature is not that of ${name}: it was altered on its way`)
  const order = deserialize(payload) as SealedOrder
  if (order.run !== expected.run) throw refused(`it is for the run ${order.run}, not for ${expected.run}`)
  if (order.agent !== expected.agent) throw refused('it is for another agent, or was sent before')
  if (!(expected.now <= order.expires)) throw refused('it came after its time')
  return order
}

function refused(why: string): BenchpressError {
  return new BenchpressError('NOT_TRUSTED', `the order is refused: ${why}`, {
    hint: 'an agent runs only what whoever has a key of its --trust signed for it, just now',
  })
}
