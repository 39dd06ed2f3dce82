const longestMessage = 160

/**
 * Finds an error that a target wrote as a line of JSON where events were expected, such as `{"message":"no such client","statusCode":400}`.
 *
 * @returns what it says, such as `400 no such client`; `undefined` when the text is no such error
 */
export function findErrorBody(text: string): string | undefined {
  const body = text.trim()
  if (!body.startsWith('{')) return undefined
  const fields = parseObject(body) ?? parseObject(body.split(/\r\n|\r|\n/, 1)[0] ?? '')
  if (fields === undefined) return undefined
  const status = fields['statusCode'] ?? fields['status'] ?? fields['code']
  const message = fields['message'] ?? fields['error'] ?? fields['detail']
  const parts = [status, message].filter((part) => typeof part === 'string' || typeof part === 'number')
  return parts.length === 0 ? undefined : parts.join(' ').slice(0, longestMessage)
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}
