// Odd numbers whose bits are spread evenly: the two halves of a hash take different ways through the same text.
const [firstFactor, secondFactor] = [0x9e3779b1, 0x85ebca6b]
const highBits = 2 ** 21

/**
 * A whole number from 1 to 2^53 - 1 that stands for the name of a recipient, the same in every thread.
 *
 * A number and its digits as text are one name. Two of a million names get the same number once in 18,000 tests: such two would be taken for
 * one recipient, no message would be counted twice or not at all.
 */
export function hashRecipient(name: string | number): number {
  const text = typeof name === 'string' ? name : String(name)
  let high = 0x2545f491 ^ text.length
  let low = 0x6c078965
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, firstFactor)
    low = Math.imul(low ^ code, secondFactor)
    high ^= high >>> 15
    low ^= low >>> 13
  }
  const mixedHigh = mix(high ^ Math.imul(low, firstFactor))
  const mixedLow = mix(low ^ Math.imul(mixedHigh, secondFactor))
  return (mixedHigh % highBits) * 2 ** 32 + mixedLow || 1
}

// Has every bit depend on every other.
function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, secondFactor)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, firstFactor)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
