import { testKind } from '../../../test/support/kind-suite.ts';
import { fileDamaged } from './file-damaged.ts';

const path = '/var/lib/gander/beats.json';
const sentence = `${path} is damaged. No beat is checked until it is repaired.`;

testKind(fileDamaged, {
  fine: { 'file-problems': [] },
  raise: [{ 'file-problems': [{ path, sentence }] }],
  is: ['FILE_DAMAGED_/VAR/LIB/GANDER/BEATS.JSON', 'WARNING', sentence],
  clear: [{ 'file-problems': [] }],
});
