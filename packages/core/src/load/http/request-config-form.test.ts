import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeForm, type FormField, type ResolvedRequest } from './request-config.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchpress-form-'))
  writeFileSync(join(folder, 'notes.txt'), Buffer.from([0, 1, 0xff, 0x0d, 0x0a]))
})
afterAll(() => rmSync(folder, { recursive: true }))

function requestWith(form: Readonly<Record<string, FormField>> | undefined): ResolvedRequest {
  return { method: 'POST', path: '/', headers: { 'X-One': '1' }, body: undefined, form, expect: { status: undefined, body: undefined } }
}

/** The fields of an encoded form, as the platform's own parser reads them. */
async function read({ headers, body }: ResolvedRequest): Promise<FormData> {
  return new Response(Buffer.from(body ?? new Uint8Array()), { headers }).formData()
}

test('texts and files of a form arrive as they were given, in order', async () => {
  const encoded = await encodeForm(
    requestWith({
      title: { type: 'text', value: 'Käse "1"\r\n--' },
      plain: { type: 'file', path: join(folder, 'notes.txt') },
      named: { type: 'file', path: join(folder, 'notes.txt'), options: { filename: 'other.bin', contentType: 'image/png' } },
    }),
  )
  const form = await read(encoded)
  expect([...form.keys()]).toEqual(['title', 'plain', 'named'])
  expect(form.get('title')).toBe('Käse "1"\r\n--')
  const files = [form.get('plain'), form.get('named')].map((file) => (file instanceof File ? file : new File([], 'no file')))
  expect(files.map(({ name, type }) => ({ name, type }))).toEqual([
    { name: 'notes.txt', type: 'application/octet-stream' },
    { name: 'other.bin', type: 'image/png' },
  ])
  for (const file of files) expect(new Uint8Array(await file.arrayBuffer())).toEqual(Uint8Array.of(0, 1, 0xff, 0x0d, 0x0a))
})

test('a form becomes the body and its content type, and everything else stays', async () => {
  const encoded = await encodeForm(requestWith({ a: { type: 'text', value: 'x' } }))
  expect(encoded).toMatchObject({ method: 'POST', path: '/', form: undefined })
  expect(Object.keys(encoded.headers)).toEqual(['X-One', 'content-type'])
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(encoded.headers['content-type'] ?? '')?.[1]
  expect(Buffer.from(encoded.body ?? []).toString()).toContain(`--${boundary}`)
})

test('a request without a form is returned unchanged', async () => {
  const request = requestWith(undefined)
  expect(await encodeForm(request)).toBe(request)
})

test('a missing file of a form causes an error with its name', async () => {
  const path = join(folder, 'missing.txt')
  await expect(encodeForm(requestWith({ a: { type: 'file', path } }))).rejects.toMatchObject({ code: 'ENOENT', path })
})
