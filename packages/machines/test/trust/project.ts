import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { emptyFolder } from './empty-folder.ts'

const core = fileURLToPath(new URL('../../../core', import.meta.url))

/** Creates a project in a folder of its own, with `@benchpress/core` installed. */
export async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await emptyFolder()
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await mkdir(join(folder, 'node_modules/@benchpress'), { recursive: true })
  await symlink(core, join(folder, 'node_modules/@benchpress/core'))
  return folder
}

/** A request that a target received. */
interface Asked {
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** Starts a target that records its requests, until the test ends. */
export async function startTarget(): Promise<{ readonly url: string; readonly asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer(({ url = '', headers }, response) => {
    // The check whether the target is up.
    if (url !== '/') asked.push({ url, headers })
    response.end('ok')
  }).listen(0, '127.0.0.1')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
