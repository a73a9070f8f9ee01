/** Prints what the audits of graphql-http find at an address: `node audits.js URL`. */
import { auditServer } from 'graphql-http';

const results = await auditServer({ url: process.argv[2] });
const found = results.map(({ id, name, status, reason }) => ({ id, name, status, reason }));
console.log(JSON.stringify(found));
