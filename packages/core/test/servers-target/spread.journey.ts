import { journey } from '../../src/load/user/journey.ts'

export default journey(async ({ http, user }) => {
  await http.get(`/first?user=${user.id}`)
  await http.get(`/second?user=${user.id}`)
})
