import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../test/trust/empty-folder.ts'
import { packFiles, unpackFiles } from './archive.ts'

/** Makes an archive with any content, as an attacker could. */
function madeOf(content: unknown): { readonly digest: string; readonly bytes: Uint8Array } {
  const bytes = gzipSync(serialize(content))
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') }
}

test('files are the same after packing and unpacking, and the same files make the same archive', async () => {
  const folder = await emptyFolder()
  const files = new Map([
    ['code/a.mjs', Buffer.from('export default 1')],
    ['files/ü b/users.csv', Buffer.from([0, 255, 10])],
  ])
  const packed = packFiles(files)
  expect(packFiles(new Map([...files].toReversed())).digest).toBe(packed.digest)
  await unpackFiles(packed, folder)
  for (const [path, content] of files) expect(await readFile(join(folder, path))).toEqual(content)
})

test('an archive of other bytes than the order names is refused, and nothing is written', async () => {
  const folder = await emptyFolder()
  const packed = packFiles(new Map([['code/a.mjs', Buffer.from('export default 1')]]))
  const altered = Uint8Array.from(packed.bytes)
  altered[20] = (altered[20] ?? 0) ^ 1
  await expect(unpackFiles({ ...packed, bytes: altered }, folder)).rejects.toThrow(expect.objectContaining({ code: 'NOT_TRUSTED' }))
  expect(await readdir(folder)).toEqual([])
})

test.each(['../out', 'a/../../out', '..', '.', '', 'a/..', 'nul\0', '../folderish'])(
  'the path %j is refused, and nothing of its archive is written',
  async (path) => {
    const folder = await emptyFolder()
    const packed = madeOf([
      ['inside', Buffer.from('one')],
      [path, Buffer.from('other')],
    ])
    await expect(unpackFiles(packed, folder)).rejects.toThrow(
      `the archive of the run is refused: it holds the path ${JSON.stringify(path)}, which is none inside of it`,
    )
    expect(await readdir(folder)).toEqual([])
  },
)

test('a path from the root ends inside of the folder', async () => {
  const folder = await emptyFolder()
  const packed = madeOf([['/etc/motd', Buffer.from('hello')]])
  await unpackFiles(packed, folder)
  expect(await readFile(join(folder, 'etc/motd'), 'utf8')).toBe('hello')
})

test('an archive that is too large is refused by packing, with its largest file, and by unpacking', async () => {
  const limits = { packed: 2 ** 18, unpacked: 2 ** 20 }
  const files = (length: number): Map<string, Buffer> => new Map([['files/big.csv', Buffer.alloc(length)]])
  expect(packFiles(files(2 ** 20), limits).bytes.length).toBeLessThan(limits.packed)
  expect(() => packFiles(files(2 ** 20 + 2 ** 19), limits)).toThrow(
    'what the agents need is too large: 1.5 MiB, of which files/big.csv has 1.5 MiB',
  )
  expect(() => packFiles(new Map([['files/noise', randomBytes(2 ** 19)]]), limits)).toThrow('0.5 MiB, of which files/noise has 0.5 MiB')
  const folder = await emptyFolder()
  await expect(unpackFiles(packFiles(files(2 ** 22)), folder, limits)).rejects.toThrow(/^the archive of the run is refused: /)
  await expect(unpackFiles({ digest: '', bytes: Buffer.alloc(2 ** 19) }, folder, limits)).rejects.toThrow(
    'it has 0.5 MiB, and the most is 0.3 MiB',
  )
  expect(await readdir(folder)).toEqual([])
})
