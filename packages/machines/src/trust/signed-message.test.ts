import { generateKeyPairSync } from 'node:crypto'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../test/trust/empty-folder.ts'
import { makeKey, readSigningKey, readTrustedKeys, type SigningKey, type TrustedKeys } from './keys.ts'
import { openMessage, signMessage } from './signed-message.ts'

const message = '7 what is told'
const to = { run: 'run1', agent: 'nonce1' }

async function makeKeys(): Promise<{ file: string; signing: SigningKey; trusted: TrustedKeys; text: string }> {
  const file = join(await emptyFolder(), 'starter.pem')
  const text = await makeKey(file)
  return { file, text, signing: await readSigningKey(file), trusted: await readTrustedKeys([text]) }
}

test('a message is opened by an agent that trusts its key, as it was signed', async () => {
  const { signing, trusted } = await makeKeys()
  for (const each of [message, '', '1 ', 'of\nlines']) expect(openMessage(signMessage(each, to, signing), to, trusted)).toBe(each)
})

test('a message with any character changed is refused', async () => {
  const { signing, trusted } = await makeKeys()
  const signed = signMessage(message, to, signing)
  for (let at = 0; at < signed.length; at += 1) {
    const altered = `${signed.slice(0, at)}${String.fromCodePoint(signed.charCodeAt(at) ^ 1)}${signed.slice(at + 1)}`
    expect(() => openMessage(altered, to, trusted), `character ${at}`).toThrow(/^what the starter tells is refused: it/)
  }
  for (const length of [0, 1, 51, 100, 181, signed.length - 1])
    expect(() => openMessage(signed.slice(0, length), to, trusted), `${length} characters`).toThrow(
      /^what the starter tells is refused: it/,
    )
  expect(() => openMessage(message, to, trusted)).toThrow('it is signed by no key')
})

test('a message of an untrusted key is refused, and the key is named', async () => {
  const { signing, text } = await makeKeys()
  const { trusted } = await makeKeys()
  expect(() => openMessage(signMessage(message, to, signing), to, trusted)).toThrow(
    expect.objectContaining({
      code: 'NOT_TRUSTED',
      message: `what the starter tells is refused: it is signed by the key ${text}, which is not trusted here`,
    }),
  )
})

test.each([
  ['run', { run: 'run2' }],
  ['agent', { agent: 'nonce2' }],
])('a message is refused with another %s', async (_what, other) => {
  const { signing, trusted } = await makeKeys()
  expect(() => openMessage(signMessage(message, to, signing), { ...to, ...other }, trusted)).toThrow('or meant for another agent')
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

test('every value that is no key is named at once, and a private key is not shown', async () => {
  const { file, text } = await makeKeys()
  const list = `${file}.trusted`
  await writeFile(list, `${text}\nhello\n`)
  const problems = `${file} holds a private key, which must stay with whoever starts runs; ${list} line 2 is no public key; ed25519:short is no public key`
  await expect(readTrustedKeys([file, list, 'ed25519:short'])).rejects.toThrow(problems)
  await expect(readTrustedKeys([])).rejects.toThrow('no key is given')
})

test('a file without a key of this kind is refused with the command that makes one', async () => {
  const { file } = await makeKeys()
  const { privateKey } = generateKeyPairSync('x25519')
  await chmod(file, 0o600)
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await expect(readSigningKey(file)).rejects.toThrow(
    expect.objectContaining({ message: `the signing key ${file} cannot be read: it is a key of the type x25519, not ed25519` }),
  )
  await expect(readSigningKey(`${file}.none`)).rejects.toThrow(
    expect.objectContaining({ hint: `Make one with "benchpress machines key ${file}.none".` }),
  )
  await writeFile(file, 'ed25519:a public key')
  await expect(readSigningKey(file)).rejects.toThrow(
    expect.objectContaining({ message: `the signing key ${file} cannot be read: it holds no private key in PEM`, hint: undefined }),
  )
})
