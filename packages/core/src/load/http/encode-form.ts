import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FormField, ResolvedRequest } from './request-config.ts'

/**
 * Encodes the form of a request as its body and content type; a request without a form is returned unchanged.
 *
 * Runs in the calling thread before the load, or with each request of a journey.
 *
 * @param read returns the content of a file by its path; by default the file is read here
 * @throws the error of `read`: the file system's error for a file that cannot be read
 */
export async function encodeForm(request: ResolvedRequest, read: (path: string) => Promise<Blob> = readBlob): Promise<ResolvedRequest> {
  if (request.form === undefined) return request
  const form = new FormData()
  for (const [name, field] of Object.entries(request.form)) await append(form, name, field, read)
  // The platform's multipart encoder is used: a Response makes the boundary, the body and the header that names the boundary.
  const encoded = new Response(form)
  const headers = { ...request.headers, 'content-type': encoded.headers.get('content-type') ?? 'multipart/form-data' }
  return { ...request, headers, body: new Uint8Array(await encoded.arrayBuffer()), form: undefined }
}

async function append(form: FormData, name: string, field: FormField, read: (path: string) => Promise<Blob>): Promise<void> {
  if (field.type === 'text') {
    form.append(name, field.value)
    return
  }
  const content = await read(field.path)
  const type = field.options?.contentType
  // A view of the same bytes, with the type of this field.
  form.append(name, content.slice(0, content.size, type), field.options?.filename ?? basename(field.path))
}

async function readBlob(path: string): Promise<Blob> {
  return new Blob([await readFile(path)])
}
