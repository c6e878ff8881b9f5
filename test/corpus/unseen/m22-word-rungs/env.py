"""Word ladder: walk from one four-letter word to another, one letter at a time.

The model says one word each turn, as <word>cord</word>. It is told whether the word counts and how far it has come.
Shorter ladders are worth more: a ladder of the shortest length (`par`) pays 1.
"""

import re

WORDS = frozenset(
    """
back bade bail bait bake bald bale ball balm band bang bank bare bark barn base bash bask bath bead beak beam bean bear
beat beef been beer bell belt bend bent best bike bill bind bird bite blot blow blue boar boat body boil bold bolt bond
bone book boom boot bore born both bowl brat brew buck bulb bulk bull bump burn bush busy cage cake call calm came camp
cane cape card care cart case cash cast cave cell cent chat chin chip chop city clap claw clay clip clot club coal coat
code coil coin cold come cook cool cope copy cord core cork corn cost crab crew crop crow cube cure curl dale dame damp
dare dark dart dash data date dawn days dead deal dear debt deck deed deep deer dent desk dial dice died dine dirt dish
dive dock dome done door dose down drag draw drip drop drum duck dull dump dune dusk dust duty each earn ease east edge
face fact fade fail fair fake fall fame farm fast fate fear feed feel fell felt fern file fill film find fine fire firm
fish five flag flap flat flea flew flip flow foal foam fold folk fond food fool foot ford fork form fort foul four free
frog fuel full fume fund fuse gain gale game gang gate gave gaze gear gift gild gill girl give glad glow glue goal goat
gold golf gone good gown grab grew grey grid grin grip grow gulf gull gust hail hair hale half hall halt hand hang hard
hare harm harp hash hate have hawk head heal heap hear heat heel held help herb herd here hero hide high hike hill hint
hire hold hole home hood hook hoop hope horn hose host hour howl hulk hull hunt hurt idea idle inch iron item jail join
joke jump june junk just keen keep kept kick kind king kiss kite knee knit knot know lace lack lady laid lake lamb lame
lamp land lane last late lawn lead leaf leak lean leap left lend lens lent less life lift like limb lime line link lint
lion list live load loaf loan lock loft long look loom loop lord lore lose loss lost loud love luck lump lung made maid
mail main make male mall malt many mare mark mask mass mast mate maze meal mean meat meet melt mend menu mild mile milk
mill mind mine mint miss mist moat mode mole mood moon moor more moss most moth move much mule must nail name near neat
neck need nest news nice nine node none noon nose note oath once only open oven over pace pack page paid pail pain pair
pale palm pane park part pass past path pave peak pear peel pest pick pile pill pine pink pint pipe plan play plot plow
plug poem poet pole poll pond pony pool poor pope pork port pose post pour pray prey pull pump pure push race rack raft
rage raid rail rain rake ramp rank rare rate read real reap rear reed reef reel rent rest rice rich ride ring rise risk
road roam roar robe rock role roll roof room root rope rose ruin rule rush rust safe sage said sail sake sale salt same
sand sane save scar seal seam seat seed seek seem seen self sell send sent shed ship shoe shop shot show sick side sigh
sign silk sink site size skin slam slap slid slim slip slot slow snap snow soak soap soar sock soft soil sold sole some
song soon sore sort soul soup sour spin spot star stay stem step stew stir stop such suit sung sunk sure surf swan swim
tail take tale talk tall tame tank tape task team tear tell tend tent term test that them then they thin this tide tile
till time tint tiny tire toad told toll tomb tone took tool torn toss tour town trap tray tree trim trip true tube tuck
tuna tune turn twin vain vale vary vast veil vein vest view vine void vote wade wage wait wake walk wall wand want ward
warm warn wash wave weak wear weed week well went were west what when whip wide wife wild will wind wine wing wink wipe
wire wise wish wolf wood wool word wore work worm worn wrap yard yarn year yell zone
""".split()
)

SPARE_TURNS = 5


def one_apart(a, b):
    return len(a) == len(b) and sum(x != y for x, y in zip(a, b)) == 1


class LadderEnv:
    def setup(self, **row):
        self.word = row["start"]
        self.target = row["target"]
        self.par = row["par"]
        self.turns_left = row["par"] + SPARE_TURNS
        self.rungs = [self.word]
        self.finished = False

    def step(self, action):
        if self.finished:
            return self.out("The game is over.")
        self.turns_left -= 1
        said = re.findall(r"<word>([^<>]*)</word>", action.lower())
        if not said:
            return self.out("Say your next word as <word>cord</word>.")
        word = said[-1].strip()
        if word not in WORDS:
            return self.out(f"I do not know the word '{word[:20]}'. You are still at '{self.word}'.")
        if not one_apart(self.word, word):
            return self.out(f"'{word}' differs from '{self.word}' in more than one letter. You are still there.")
        if word in self.rungs:
            return self.out(f"You have had '{word}' before. You are still at '{self.word}'.")
        self.word = word
        self.rungs.append(word)
        if word == self.target:
            self.finished = True
            used = len(self.rungs) - 1
            return self.out(f"You have reached '{word}' in {used} steps.", min(1.0, self.par / used))
        return self.out(f"Good. You are at '{word}' and want to reach '{self.target}'.")

    def out(self, text, reward=0.0):
        if self.turns_left <= 0:
            self.finished = True
        if not self.finished:
            text += f" {self.turns_left} turns left; next word as <word>...</word>."
        return {
            "observation": text,
            "reward": reward,
            "done": self.finished,
            "reward_info_dict": {"rungs": float(len(self.rungs) - 1), "ladder": " ".join(self.rungs)},
        }
