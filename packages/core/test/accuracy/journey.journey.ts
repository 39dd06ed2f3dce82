import { journey } from '../../src/load/user/journey.ts'

export default journey(async ({ http }) => {
  await http.get('/first')
  await http.post('/second', { json: { of: 'two' } })
})
