/**
 * Five requests, one after the other, each with a value of the response before it.
 *
 * @type {import('@benchpress/core').Journey}
 */
export default async ({ http }) => {
  /** @type {(response: import('@benchpress/core').HttpResponse) => string} */
  const helloOf = (response) => {
    /** @type {{ hello: string }} */
    const body = response.json()
    return body.hello
  }
  const login = await http.post('/login', { json: { user: 'ada', password: 'lovelace' } })
  const items = await http.get(`/items?for=${helloOf(login).length}`)
  const item = await http.get(`/items/${helloOf(items).length}`)
  const cart = await http.post('/cart', { json: { item: helloOf(item), count: 1 } })
  const order = await http.post('/orders', { json: { cart: helloOf(cart) } })
  if (helloOf(order) !== 'world!') throw new Error('no order')
}
