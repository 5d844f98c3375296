// A server of CouchDB's API in memory: PouchDB's. Its argument is the port; packages come from NODE_PATH.
const PouchDB = ['pouchdb-adapter-memory', 'pouchdb-mapreduce', 'pouchdb-replication'].reduce(
  (core, name) => core.plugin(require(name)),
  require('pouchdb-core'),
);
const server = require('express')();
const api = require('express-pouchdb')(PouchDB.defaults({ adapter: 'memory' }), {
  inMemoryConfig: true,
  mode: 'minimumForPouchDB',
  logPath: '/dev/null',
});
server.use('/', api);
server.listen(Number(process.argv[2]), '127.0.0.1');
