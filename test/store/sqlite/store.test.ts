import { describeStore } from '../conformance.ts';
import { sqliteKind } from './sqlite-kind.ts';

describeStore('the store in SQLite', sqliteKind);
