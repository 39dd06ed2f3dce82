import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Loopback, type SeenRequest, type Users } from './loopback.ts'

const loopback = new Loopback()
let folder = ''
let notes = ''
let users: Users
let seen: SeenRequest[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benchpress-http-'))
  notes = join(folder, 'notes.txt')
  writeFileSync(notes, 'some notes')
  seen = []
  users = loopback.users(await loopback.responding((request) => void seen.push(request)))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await loopback.close()
})

/** The fields of a form that arrived, as the platform reads them. */
function formIn({ headers, body }: SeenRequest): Promise<FormData> {
  return new Response(Uint8Array.from(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()
}

async function filesSent(): Promise<readonly (readonly string[])[]> {
  const files = await Promise.all(seen.map(async (request) => (await formIn(request)).get('file')))
  return Promise.all(files.map(async (file) => (file instanceof File ? [file.name, file.type, await file.text()] : [])))
}

describe('a multipart form', () => {
  test('a multipart form has its texts and files, as the platform reads it', async () => {
    await users.create().post('/', { multipart: { title: 'A title', file: { type: 'file', path: notes } } })
    expect(await Promise.all(seen.map(async (request) => (await formIn(request)).get('title')))).toEqual(['A title'])
    expect(await filesSent()).toEqual([['notes.txt', 'application/octet-stream', 'some notes']])
  })

  test('a file has the content type that is given', async () => {
    const file = { type: 'file', path: notes, options: { contentType: 'text/plain' } } as const
    await users.create().post('/', { multipart: { file } })
    expect(await filesSent()).toEqual([['notes.txt', 'text/plain', 'some notes']])
  })

  test.each([
    ['/no/such/file', '/no/such/file (ENOENT)'],
    ['such/file', `${resolve('such/file')} (ENOENT); a relative path starts at the folder that the test is started in`],
  ])('rejects with the path of a file that is not there, such as %s, and no request was started', async (path, said) => {
    const http = users.create()
    const message = `the file of a form cannot be read: ${said}`
    for (let i = 0; i < 2; i++) {
      const sent = http.post('/', { multipart: { file: { type: 'file', path } } })
      await expect(sent).rejects.toMatchObject({ code: 'ENOENT', message })
    }
    expect(users.count().started).toBe(0)
  })
})
