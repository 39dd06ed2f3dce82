/** Posts a message and returns the status and the text of the response. */
export async function postMessage(
  url: string,
  query: string,
  body: string = encode('hello'),
): Promise<readonly [status: number, text: string]> {
  const response = await fetch(`${url}/message?${query}`, { method: 'POST', body })
  return [response.status, await response.text()]
}

/** Encodes a text for a message. */
export function encode(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** Decodes the text of a message. */
export function decode(message: string): string {
  return Buffer.from(message, 'base64').toString()
}
