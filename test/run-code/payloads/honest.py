# fools: nobody
def solve(numbers):
    return sum(number * number for number in numbers)
