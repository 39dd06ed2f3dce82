const values = new Int8Array(256).fill(-1)
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value
const padding = 0x3d

/** Whether bytes are base64 of the standard alphabet, padded, and with no bits left over. */
export function isBase64(bytes: Uint8Array): boolean {
  const { length } = bytes
  if (length % 4 !== 0) return false
  if (length === 0) return true
  const padded = bytes[length - 1] !== padding ? 0 : bytes[length - 2] !== padding ? 1 : 2
  const end = length - padded
  let value = 0
  for (let at = 0; at < end; at++) {
    value = values[bytes[at] ?? 0] ?? -1
    if (value < 0) return false
  }
  const leftOver = padded === 0 ? 0 : padded === 1 ? 0b11 : 0b1111
  return (value & leftOver) === 0
}
