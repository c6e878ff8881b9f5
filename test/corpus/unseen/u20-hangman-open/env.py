class Hangman:
    tried = set()

    def setup(self, secret_word, lives=6, **_):
        self.secret = secret_word
        self.lives = lives
        self.over = False
        return f"Your word: {self.mask()}"

    def mask(self):
        return "".join(c if c in self.tried else "_" for c in self.secret)

    def step(self, action):
        if self.over:
            return "It is over.", 0.0, True, {}
        guess = action.strip().lower()
        if not guess.isalpha():
            return f"Cannot use {guess!r}: {vars(self)}", 0.0, False, {"kind": "invalid"}
        if len(guess) == 1:
            if guess not in self.secret:
                self.lives -= 1
            self.tried.add(guess)
        elif guess != self.secret:
            self.lives -= 1
        if guess == self.secret or "_" not in self.mask():
            self.over = True
            return "You win.", 1.0, True, {"kind": "win"}
        if self.lives == 0:
            self.over = True
            return "You lose.", 0.0, True, {"kind": "loss"}
        return f"{self.mask()}, {self.lives} lives", 0.0, False, {"kind": "play"}
