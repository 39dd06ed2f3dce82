import { generateKeyPairSync } from 'node:crypto'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../test/trust/empty-folder.ts'
import { makeKey, readSigningKey, readTrustedKeys, type SigningKey, type TrustedKeys } from './keys.ts'
import { openOrder, sealOrder, type SealedOrder } from './sealed-order.ts'

const order: SealedOrder = {
  run: 'run1',
  agent: 'nonce1',
  expires: 1000,
  archive: 'ab'.repeat(32),
  versions: { node: '26.10.0', packages: {} },
  workers: 1,
  timing: 'auto',
  shares: [],
  references: [],
}
const expected = { run: 'run1', agent: 'nonce1', now: 1000 }

async function makeKeys(): Promise<{ file: string; signing: SigningKey; trusted: TrustedKeys; text: string }> {
  const file = join(await emptyFolder(), 'starter.pem')
  const text = await makeKey(file)
  return { file, text, signing: await readSigningKey(file), trusted: await readTrustedKeys([text]) }
}

test('an order is opened by an agent that trusts its key, as it was sealed', async () => {
  const { signing, trusted } = await makeKeys()
  expect(openOrder(sealOrder(order, signing), trusted, expected)).toEqual(order)
})

test('an order of which any byte is another one is refused', async () => {
  const { signing, trusted } = await makeKeys()
  const sealed = sealOrder(order, signing)
  for (let at = 0; at < sealed.length; at += 1) {
    const altered = Uint8Array.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(() => openOrder(altered, trusted, expected), `byte ${at}`).toThrow(/^the order is refused: it/)
  }
  for (const length of [0, 1, 51, 100, sealed.length - 1])
    expect(() => openOrder(sealed.subarray(0, length), trusted, expected), `${length} bytes`).toThrow(/^the order is refused: it/)
})

test('an order by a key that is not trusted is refused, and the key is named', async () => {
  const { signing, text } = await makeKeys()
  const { trusted } = await makeKeys()
  expect(() => openOrder(sealOrder(order, signing), trusted, expected)).toThrow(
    expect.objectContaining({
      code: 'NOT_TRUSTED',
      message: `the order is refused: it is signed by the key ${text}, which is not trusted here`,
    }),
  )
})

test.each([
  ['another run', { run: 'run2' }, 'it is for the run run1, not for run2'],
  ['another agent', { agent: 'nonce2' }, 'it is for another agent, or was sent before'],
  ['a later time', { now: 1001 }, 'it came after its time'],
  ['a time that is not known', { now: Number.NaN }, 'it came after its time'],
])('an order is refused at %s', async (_what, other, why) => {
  const { signing, trusted } = await makeKeys()
  expect(() => openOrder(sealOrder(order, signing), trusted, { ...expected, ...other })).toThrow(`the order is refused: ${why}`)
})

test('a private key can be read by its owner only, and is never overwritten', async () => {
  const { file } = await makeKeys()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const before = await readFile(file, 'utf8')
  await expect(makeKey(file)).rejects.toThrow(`the key cannot be written to ${file}: the file exists`)
  expect(await readFile(file, 'utf8')).toBe(before)
})

test('a file of keys may have comments, and the keys of several runs', async () => {
  const [one, other] = [await makeKeys(), await makeKeys()]
  const file = `${one.file}.trusted`
  await writeFile(file, `# who may start runs\n${one.text} # ann\r\n\n  ${other.text}\n`)
  expect([...(await readTrustedKeys([file])).keys()]).toEqual([one.text, other.text])
})

test('everything that is no key is named at once, and a private key is not shown', async () => {
  const { file, text } = await makeKeys()
  const list = `${file}.trusted`
  await writeFile(list, `${text}\nhello\n`)
  const problems = `${file} holds a private key, which must stay with whoever starts runs; ${list} line 2 is no public key; ed25519:short is no public key`
  await expect(readTrustedKeys([file, list, 'ed25519:short'])).rejects.toThrow(problems)
  await expect(readTrustedKeys([])).rejects.toThrow('no key is given')
})

test('a file that is no key of this kind is refused with what makes one', async () => {
  const { file } = await makeKeys()
  const { privateKey } = generateKeyPairSync('x25519')
  await chmod(file, 0o600)
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await expect(readSigningKey(file)).rejects.toThrow(
    expect.objectContaining({ message: `the signing key ${file} cannot be read: it is a key of the type x25519, not ed25519` }),
  )
  await expect(readSigningKey(`${file}.none`)).rejects.toThrow(
    expect.objectContaining({ hint: `benchpress machines key ${file}.none makes one` }),
  )
})
