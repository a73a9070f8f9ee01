/** Korean particles, whose form follows the sound a word ends in: `{count}을/를` is `13을` and `14를`. */

/** As they stand in a catalogue, after a consonant first; and what is written where the sound cannot be known. */
const UNSURE = {
  '이/가': '이(가)',
  '을/를': '을(를)',
  '은/는': '은(는)',
  '과/와': '와(과)',
  '으로/로': '(으)로',
  '이라고/라고': '(이)라고',
  '이에요/예요': '이에요',
};

/** @typedef {keyof typeof UNSURE} Particle */

export const PARTICLES = Object.keys(UNSURE).join('|');

const [FIRST_SYLLABLE, LAST_SYLLABLE, FINALS, RIEUL] = [0xac00, 0xd7a3, 28, 8];

/** How the digits end, read out: 영, 일, 이, 삼, … and ten, hundred and thousand like nought. */
const DIGITS = [
  'consonant',
  'rieul',
  'vowel',
  'consonant',
  'vowel',
  'vowel',
  'consonant',
  'rieul',
  'rieul',
  'vowel',
];

/** The form of a particle that belongs after a word. @param {string} word @param {Particle} forms */
export function particle(word, forms) {
  const [afterConsonant, afterVowel] = forms.split('/');
  const sound = ending(word);
  if (sound === 'unknown') return UNSURE[forms];
  if (sound === 'rieul' && forms === '으로/로') return afterVowel;
  return sound === 'vowel' ? afterVowel : afterConsonant;
}

/** The sound a word ends in. Foreign names are judged by their spelling, where that tells. @param {string} word */
function ending(word) {
  const spoken = word.replace(/[^\p{L}\p{N}♠♥♦♣]+$/u, '');
  const last = spoken.at(-1) ?? '';
  if (/^\d$/.test(last)) return DIGITS[Number(last)];
  const code = last.charCodeAt(0);
  if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE) return finalOf((code - FIRST_SYLLABLE) % FINALS);
  if (/l$/i.test(spoken)) return 'rieul';
  if (/([mn]|ng)$/i.test(spoken)) return 'consonant';
  return /[adf-joqrsu-z♠♥♦♣]/i.test(last) ? 'vowel' : 'unknown';
}

/** @param {number} final the number of a syllable's last consonant, 0 for none */
function finalOf(final) {
  if (final === 0) return 'vowel';
  return final === RIEUL ? 'rieul' : 'consonant';
}
