import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import { BenchpressError, messageOf } from '@benchpress/core/machines'

interface Limits {
  readonly packed: number
  readonly unpacked: number
}

/** The most bytes of an archive, packed and unpacked. */
const largestArchive: Limits = { packed: 32 * 2 ** 20, unpacked: 256 * 2 ** 20 }

/** The archive that is sent to the agents of a run, named after its content. */
export interface Packed {
  /** SHA-256 of the bytes, in hex. */
  readonly digest: string
  readonly bytes: Uint8Array
}

/**
 * Makes an archive of files; the same files make the same archive.
 *
 * @param files contents by path in the archive, with `/` between folders
 * @throws BenchpressError `INVALID_CONFIG` when the files are too large
 */
export function packFiles(files: ReadonlyMap<string, Uint8Array>, largest: Limits = largestArchive): Packed {
  const size = Array.from(files.values()).reduce((sum, { byteLength }) => sum + byteLength, 0)
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const bytes = size > largest.unpacked ? undefined : gzipSync(serialize(sorted))
  if (bytes !== undefined && bytes.byteLength <= largest.packed) return { digest: digestOf(bytes), bytes }
  const [path, content] = sorted.reduce((most, each) => (each[1].byteLength > most[1].byteLength ? each : most))
  throw new BenchpressError(
    'INVALID_CONFIG',
    `what the agents need is too large: ${megabytes(size)}, of which ${path} has ${megabytes(content.byteLength)}`,
    {
      hint: `the most is ${megabytes(largest.packed)} compressed and ${megabytes(largest.unpacked)} in all; put large files on each machine, and read them by a path from the environment`,
    },
  )
}

/**
 * Writes the files of an archive into a folder, after its bytes were checked against the digest of the order.
 *
 * @throws BenchpressError `NOT_TRUSTED` when the bytes differ, are too many, or contain a path that leads out of the folder; nothing is written then
 */
export async function unpackFiles({ bytes, digest }: Packed, folder: string, largest: Limits = largestArchive): Promise<void> {
  const files = await readFiles({ bytes, digest }, largest)
  for (const [path, content] of files) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content, { flag: 'wx' })
  }
}

async function readFiles({ bytes, digest }: Packed, largest: Limits): Promise<readonly (readonly [path: string, content: Uint8Array])[]> {
  if (bytes.byteLength > largest.packed)
    throw refused(`it has ${megabytes(bytes.byteLength)}, and the most is ${megabytes(largest.packed)}`)
  if (digestOf(bytes) !== digest) throw refused('its content is not what the order says: it was altered on its way')
  const files = deserialize(await inflate(bytes, largest)) as readonly (readonly [path: unknown, content: unknown])[]
  const wrong = files.find(([path, content]) => !isInside(path) || !(content instanceof Uint8Array))
  if (wrong !== undefined) throw refused(`it holds the path ${JSON.stringify(wrong[0])}, which is none inside of it`)
  return files as readonly (readonly [string, Uint8Array])[]
}

// Unpacked on another thread, so that signs of life are processed meanwhile.
async function inflate(bytes: Uint8Array, { unpacked }: Limits): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: 2 * unpacked })
  } catch (error) {
    throw refused(messageOf(error))
  }
}

function isInside(path: unknown): boolean {
  // A path that leads out of one folder leads out of any folder.
  const folder = resolve('folder')
  return typeof path === 'string' && join(folder, path).startsWith(`${folder}${sep}`) && !path.includes('\0')
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}

function refused(why: string): BenchpressError {
  return new BenchpressError('NOT_TRUSTED', `the archive of the run is refused: ${why}`)
}
