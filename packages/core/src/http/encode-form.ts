import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FormField, ResolvedRequest } from './request-config.ts'

/**
 * Turns the form of a request into its body and content type; a request without one is returned as it is.
 *
 * Reads the files of the form, once. Runs in the calling thread before the load.
 *
 * @throws the file system's error for a file that cannot be read
 */
export async function encodeForm(request: ResolvedRequest): Promise<ResolvedRequest> {
  if (request.form === undefined) return request
  const form = new FormData()
  for (const [name, field] of Object.entries(request.form)) await append(form, name, field)
  // The platform's own multipart encoder: a Response makes the boundary, the body and the header that names it.
  const encoded = new Response(form)
  const headers = { ...request.headers, 'content-type': encoded.headers.get('content-type') ?? 'multipart/form-data' }
  return { ...request, headers, body: new Uint8Array(await encoded.arrayBuffer()), form: undefined }
}

async function append(form: FormData, name: string, field: FormField): Promise<void> {
  if (field.type === 'text') {
    form.append(name, field.value)
    return
  }
  const content = await readFile(field.path)
  const type = field.options?.contentType
  form.append(name, new Blob([content], type === undefined ? {} : { type }), field.options?.filename ?? basename(field.path))
}
