/** Common English words; current tokenizers mostly use one token for each, with the space before it. */
const TEXT = `
about above across action after again against age air all almost along already also always among amount and animal answer
any area around art ask away back bad bank base beautiful because become bed before begin behind believe below best better
between big bird black blue board boat body book both bottom box boy bread break bring brother brown build business busy
buy call camp can capital car care carry case catch cause cell center century certain chair chance change check child
choose church circle city class clean clear climb close cloth cloud coast cold color come common company complete consider
contain control cook cool copy corner correct cost cotton could count country course cover cross crowd cut dance dark
daughter day dead deal death decide deep desert design develop dinner direct doctor dog door double doubt down draw dream
dress drink drive drop dry during dust each early earth east easy eat edge effect egg eight either electric else empty
energy engine enough enter equal even evening event ever every exact example experience explain eye face fact fair fall
family famous far farm fast father fear feel feet fell few field fight figure fill final find fine finger finish fire
first fish fit five floor flow flower fly follow food foot force forest form forward four free fresh friend from front
fruit full game garden gas gather general gentle girl give glass go gold good grand grass gray great green ground group
grow guess guide gun had hair half hand happen happy hard has hat have he head hear heart heat heavy held help here high
hill history hit hold hole home hope horse hot hour house how huge human hundred hunt hurry ice idea if imagine inch
include industry insect instrument interest iron island job join jump just keep key kill kind king knew know lady lake
land language large last late laugh law lay lead learn least leave led left leg length less letter level lie life lift
light like line list listen little live log long look lost loud love low machine main major make man many map mark market
mass master match material matter may mean measure meat meet melody men metal method middle might mile milk million mind
mine minute miss mix modern moment money month moon more morning most mother motion mount mountain mouth move much music
must name nation nature near necessary neck need never new next night nine noise noon north nose note nothing notice noun
now number object observe ocean offer office often oil old once one only open opposite orange order original other our
out over own oxygen page paint pair paper paragraph parent part party pass past path pattern pay people perhaps period
person phrase picture piece place plain plan plane planet plant play please plural poem point poor population port pose
position possible post pound power practice prepare present press pretty print probable problem process produce product
proper property protect prove provide pull push put quart question quick quiet quite race radio rain raise ran range rather
reach read ready real reason receive record red region remember repeat reply represent require rest result rich ride right
ring rise river road rock roll room root rope rose round row rub rule run safe said sail salt same sand saw say scale school
science score sea search season seat second section see seed seem segment select self sell send sense sent sentence separate
serve set settle seven several shall shape share sharp she sheet shell shine ship shoe shop shore short should shoulder shout
show side sight sign silent silver similar simple since sing single sister sit six size skill skin sky sleep slip slow small
smell smile snow so soft soil soldier solution solve some son song soon sound south space speak special speech speed spell
spend spoke spot spread spring square stand star start state station stay steam steel step stick still stone stood stop store
story straight strange stream street stretch string strong student study subject substance success such sudden suffix sugar
suggest suit summer sun supply support sure surface surprise swim syllable symbol system table tail take talk tall teach team
teeth tell temperature ten term test than thank that the their them then there these they thick thin thing think third this
those though thought thousand three through throw tie time tiny tire to together tone too tool top total touch toward town
track trade train travel tree triangle trip trouble truck true try tube turn twenty two type under unit until up use usual
valley value vary verb very view village visit voice vowel wait walk wall want war warm was wash watch water wave way we wear
weather week weight well west what wheel when where which while white who whole whose why wide wife wild will win wind window
wing winter wire wish with woman wonder wood word work world would write written wrong yard year yellow yes yet you young your`;

export const WORDS: readonly string[] = TEXT.trim().split(/\s+/);
